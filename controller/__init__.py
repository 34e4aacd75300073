"""The table controller: what runs under the felt."""
