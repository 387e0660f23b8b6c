"""Engines that can be played against: ours in this process, others as processes in three protocols."""
