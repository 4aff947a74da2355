"""Adapters to other people's libraries, one module each; each library is needed by its module only.

| library | what it takes |
|---|---|
| Stable-Baselines3, sb3-contrib | ``SeatEnv`` as it is; ``adapters.sb3`` makes ``SeatVectorEnv`` a ``VecEnv`` |
| RLlib | ``adapters.rllib`` |
| OpenSpiel | ``adapters.open_spiel`` |
| TorchRL | ``thousand_v0.env()`` in its ``PettingZooWrapper`` |
| Tianshou | ``thousand_v0.env()`` in its ``PettingZooEnv`` |

TorchRL
-------
>>> from torchrl.envs import MarlGroupMapType, PettingZooWrapper, check_env_specs
>>> from thousand_env import thousand_v0
>>> game = thousand_v0.env(reward="score", episode="deal")
>>> group = MarlGroupMapType.ALL_IN_ONE_GROUP
>>> env = PettingZooWrapper(game, use_mask=True, group_map=group, seed=0)
>>> check_env_specs(env)
>>> deal = env.rollout(1000)  # random legal actions
>>> deal["next", "done"][-1].item()
True
>>> turns = deal["agents"][deal["agents", "mask"]]  # of the players to move

Off its turn a player's ``action_mask`` is all true and what it does is ignored: learn from ``turns``
only.  Every player's reward is in every step, as in ``env.rewards``.

Tianshou
--------
>>> from tianshou.algorithm import MARLRandomDiscreteMaskedOffPolicyAlgorithm as Random
>>> from tianshou.algorithm import MultiAgentOffPolicyAlgorithm
>>> from tianshou.data import Collector, VectorReplayBuffer
>>> from tianshou.env import DummyVectorEnv, PettingZooEnv
>>> from thousand_env import thousand_v0
>>> games = [PettingZooEnv(thousand_v0.env(reward="score", episode="deal")) for _ in range(4)]
>>> players = [Random(games[0].action_space) for _ in games[0].agents]
>>> table = MultiAgentOffPolicyAlgorithm(algorithms=players, env=games[0])
>>> envs = DummyVectorEnv([lambda game=game: game for game in games])
>>> collector = Collector(table, envs, VectorReplayBuffer(1000, len(games)))
>>> _ = collector.reset()
>>> collector.collect(n_episode=10).returns.shape
(10, 3)

A Q-learner gets what falls due within ``n_step_return_horizon`` steps, the other players' steps
included, and most falls due at the last trick: a horizon of 64 and ``gamma`` 1 span nearly any deal.
"""
