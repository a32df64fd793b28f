"""Answers: what becomes of games that were played at the table when the rules change?"""
