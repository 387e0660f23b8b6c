"""Training of the network (``cannonfish.kernel.network``): features, model, training, quantisation."""
