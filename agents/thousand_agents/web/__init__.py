"""``thousand serve``: a table in the browser, on this machine and for it alone.

``app``: the pages and routes of the server. ``rooms``, ``room``: tables and what goes on at them;
``orders``: what a person may say there; ``match``: one match with undo; ``seats``: its agents.
``scene``, ``picture``, ``frames``: what a browser is shown of it, made from a seat's view and
nothing else (R13). ``replay``, ``reviews``: written games; ``ask``, ``ask_form``, ``ask_jobs``:
questions. ``messages``: what a browser may say; ``limits``: how much and how often; ``store``: the
folder where all is kept. ``lanes``, ``workers``: worker processes, so that no agent holds up the
server; ``jobs``: what is done in them. ``texts``, ``pages``, ``static``: what is seen.
"""
