/**
 * Questions to a running application: what its stores hold, and who has them.
 *
 * <p>Answered on the asking thread, from what the tasks show to others; the workers are not waited for. May use {@code assign}, {@code
 * store}, {@code log} and the public packages; does not know the workers.
 */
@NullMarked
package io.streamwright.runtime.query;

import org.jspecify.annotations.NullMarked;
