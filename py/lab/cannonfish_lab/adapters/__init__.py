"""UCI for programs that have no protocol of their own, so that matches can be played against them.

The programs are other people's and lie outside of the repository; they are imported as they are.
"""
