package io.streamwright.recipe;

import io.streamwright.StreamsConfig;
import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.ErrorClassifier;
import java.util.Properties;

/** Gives exceptions of a client library their categories. Immutable. */
final class OwnCategories {
    private OwnCategories() {}

    static void addTo(Properties settings) {
        // recipe: begin
        settings.put(
                StreamsConfig.TRANSACTION_ERROR_CLASSIFIER_CONFIG,
                ErrorClassifier.standard()
                        .withCategory(ServiceException.class, ErrorCategory.PRODUCER_RETRIABLE)
                        .withCategory(WrongPasswordException.class, ErrorCategory.INVALID_CONFIGURATION));
        // recipe: end
    }

    /** What a client library throws. */
    static class ServiceException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ServiceException(String message) {
            super(message);
        }
    }

    /** A sub-class of it, which is asked first because it was added last. */
    static final class WrongPasswordException extends ServiceException {
        private static final long serialVersionUID = 1L;

        WrongPasswordException(String message) {
            super(message);
        }
    }
}
