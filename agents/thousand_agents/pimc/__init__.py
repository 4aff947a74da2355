from thousand_agents.pimc.agent import PimcAgent
