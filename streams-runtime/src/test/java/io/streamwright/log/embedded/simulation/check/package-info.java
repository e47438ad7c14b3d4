/** What must hold of every run: one class for each rule. */
@org.jspecify.annotations.NullMarked
package io.streamwright.log.embedded.simulation.check;
