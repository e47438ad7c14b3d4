/**
 * Kills the ledger again and again and audits what is left. The main thread starts, watches and kills processes; one thread for
 * each process reads what it prints.
 */
@NullMarked
package io.streamwright.examples.chaos;

import org.jspecify.annotations.NullMarked;
