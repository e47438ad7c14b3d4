/**
 * Payments between accounts, booked exactly once: the program, what feeds it and what audits it afterwards. The main thread
 * writes payments while the application's workers book them.
 */
@NullMarked
package io.streamwright.examples.ledger;

import org.jspecify.annotations.NullMarked;
