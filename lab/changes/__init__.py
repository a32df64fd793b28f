"""Answers: what becomes otherwise where a rule is read otherwise?"""
