"""What can these rules never do, and where do they contradict themselves?"""
