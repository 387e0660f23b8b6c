"""UCI adapters for programs without a protocol, so that matches can be played against them.

The programs are third-party code outside of the repository, imported unchanged.
"""
