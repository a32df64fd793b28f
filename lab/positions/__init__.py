"""Answers: how does a scenario say the position of a game?"""
