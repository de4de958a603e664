"""The rules of chess without edges: what is attacked, what may be played, and how a game ends."""
