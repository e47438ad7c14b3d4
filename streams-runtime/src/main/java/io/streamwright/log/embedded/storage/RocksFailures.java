package io.streamwright.log.embedded.storage;

import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.KafkaStorageException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * Turns failures of RocksDB into the log's exceptions. Immutable.
 *
 * @param directory of the log, for messages
 */
record RocksFailures(String directory) {

    KafkaStorageException writing(RocksDBException cause) {
        return new KafkaStorageException("the log in " + directory + " could not be written: " + reason(cause), cause);
    }

    KafkaStorageException opening(RocksDBException cause) {
        return new KafkaStorageException("the log in " + directory + " could not be opened: " + reason(cause), cause);
    }

    /** A read failed: of damaged data, or of the disk. */
    RuntimeException reading(String what, RocksDBException cause) {
        if (codeOf(cause) == Status.Code.Corruption) {
            return new CorruptRecordException(
                    what + " of the log in " + directory + " is corrupt: " + cause.getMessage()
                            + "; restore the directory from a copy",
                    cause);
        }
        return new KafkaStorageException(
                what + " of the log in " + directory + " could not be read: " + reason(cause), cause);
    }

    private static String reason(RocksDBException cause) {
        if (cause.getStatus() != null && cause.getStatus().getSubCode() == Status.SubCode.NoSpace) {
            return "the disk is full; free space and the log goes on by itself (" + cause.getMessage() + ")";
        }
        return String.valueOf(cause.getMessage());
    }

    private static Status.Code codeOf(RocksDBException cause) {
        return cause.getStatus() == null
                ? Status.Code.Undefined
                : cause.getStatus().getCode();
    }
}
