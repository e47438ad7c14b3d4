package io.streamwright.state;

/** Marks suppliers of stores that keep headers (KIP-1271): an operator of the DSL that is given one keeps them, too. */
public interface HeadersBytesStoreSupplier {}
