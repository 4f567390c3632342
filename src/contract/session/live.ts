/**
 * What a server-sent event may say: which subject to look at again. It never carries what is to be seen there, so that a stream needs no
 * rights of its own and whatever was missed is made good by looking.
 */
export const liveNames = [
  /** Personal messages: the unread count, the newest. */
  'messages',
  /** An announcement was published, changed or withdrawn. */
  'announcements',
  /** What the caller may see or do. */
  'rights',
  /** Settings of the platform that the app shows: name, logo, defaults. */
  'settings',
  /** Licensed modules and limits. */
  'licence',
  'alarms',
  /** Scenes the caller is in, or oversees. */
  'scenes',
  /** Images, services and USB devices: what became of a file. */
  'images',
  /** An exam the caller sits: its time, its state, messages to him. */
  'exams',
  /** Contests the caller is in, may enter or runs: their state, entries, what is on the board. */
  'contests',
  /** Classes the caller is in, or leads: their hours, who is there, what they are asked. */
  'classes',
  /** Labs of courses: scenes and steps for whoever looks after them, reports for those who mark and those who wrote them. */
  'courses',
] as const
export type LiveName = (typeof liveNames)[number]

/** Seconds for which the server remembers what it said, so that whoever opens a page misses nothing of what came while it opened. */
export const liveMemory = 30

/** First word of every stream: from here on nothing is missed. */
export const liveReady = 'ready'
