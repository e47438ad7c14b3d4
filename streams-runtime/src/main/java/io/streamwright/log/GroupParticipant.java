package io.streamwright.log;

import java.util.Map;

/**
 * One side of a group whose members share work: says what the others have to know of it, decides who gets what when it leads, and is
 * told what it gets.
 *
 * <p>The group goes from round to round, each of which is a generation: all members introduce themselves, one of them leads, each is
 * told its part. What the bytes mean is the participants' affair.
 *
 * <p>All methods are called by one thread at a time, which is the membership's or that of whoever asked for a round. They must return
 * soon: the round of all members waits for them.
 */
public interface GroupParticipant {

    /** Returns what the leader has to know of this member. A round begins, in which the member keeps what it has. */
    byte[] introduce();

    /**
     * Decides who gets what in this round.
     *
     * @param members what each member has said, by member id
     * @return what each of them is told
     */
    Map<String, byte[]> lead(Map<String, byte[]> members);

    /**
     * The round has ended: the group is in a new generation, with this member in it.
     *
     * @param generation the new one
     * @param part what the leader has decided for this member
     */
    void assigned(int generation, byte[] part);

    /**
     * The group has gone on without this member: what it had may belong to others, and nothing that it does now is accepted. The
     * membership joins the group again by itself, as a new member, or has just done so.
     */
    void lost();

    /**
     * The membership has ended and does not come back.
     *
     * @param cause why
     */
    void failed(RuntimeException cause);
}
