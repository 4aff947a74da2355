"""Drawing tables: what text and pictures of all games share; nothing here names a game.

``text`` aligns plain text.  A picture begins with a ``Table`` (``table``: seats, piles, facts), which
``layout`` draws by a ``Style`` (``theme``) into an ``Svg``; ``pixels`` makes pixels of that.
"""
