"""What does a person read of many games? One page of pictures, without a script or a request."""
