/** What a command of a shell is given, and what it is. */
import type { Disk } from './disk.ts'
import type { PasswdEntry, Host } from './image.ts'
import type { Options } from './options.ts'
import type { Packet } from './serve/packets.ts'

export interface Shell {
  host: Host
  disk: Disk
  user: string
  cwd: string
  vars: Map<string, string>
  exported: Set<string>
  history: string[]
  /** What runs besides the system's own: by process id. */
  killed: Set<number>
  now(): Date
  /** Of this shell, and when it began. */
  pid: number
  since: Date
  aliases: Map<string, string>
  columns: number
  rows: number
}

/** Where a command reads and writes. */
export interface CommandStreams {
  /** What was piped or redirected in and is not read yet; undefined: the keyboard. */
  source: { rest: string } | undefined
  out: (text: string) => void
  err: (text: string) => void
  /** What is written is seen on the screen, not by another command. */
  tty: boolean
  /** Nobody waits for it. */
  hasty?: boolean
}

/** Packets between two nodes. */
export interface SentPackets {
  from: string
  to: string | undefined
  packets: readonly Packet[]
}
export interface PacketNetwork {
  send(sent: SentPackets): void
  /** @returns how to stop listening */
  tap(hears: (sent: SentPackets) => void): () => void
  /** Waits at a port of a node for whoever connects; undefined where somebody does already. */
  listen(node: string, port: number): Listener | undefined
  /** Undefined where nobody waits. */
  dial(node: string, port: number, from: string): ShellConnection | undefined
  /** Ports of a node at which somebody waits. */
  ports(node: string): readonly number[]
}
interface Listener {
  /** Who connected first of those that were not taken yet. */
  next(): ShellConnection | undefined
  close(): void
}
/** One end of a connection between two shells. */
export interface ShellConnection {
  /** Address of the other end. */
  from: string
  /** What came since it was asked last; undefined once the other end has closed and nothing is left. */
  take(): string | undefined
  /** False when the other end has not taken enough of what was sent before. */
  send(text: string): boolean
  close(): void
}
/** What somebody shows to be let in: a password, or the public half of a key whose other half he has. */
export type Proof = { password: string } | { key: string }

/** The terminal as a whole, for a program that draws its own screen. */
export interface Terminal {
  write: (text: string) => void
  /** Keys come as they are pressed. @returns how to give it back, with what was typed and is not for this program */
  take(o: { keys: (text: string) => void; resized(): void; gone(): void }): (rest: string) => void
  /** Gives others a turn, and waits while whoever reads has enough. */
  turn(): Promise<unknown>
  /** Keeps what was written to the disk so far. */
  flush(): Promise<void>
}

export interface Cmd {
  /** Undefined where the keyboard or the screen is another command's. */
  terminal?: Terminal | undefined
  /** The same, of a program that reads what is piped in and keys besides. */
  screen?: Terminal | undefined
  /** How it is used, as its manual says. */
  use: string
  args: string[]
  /** What it was told by options, and its operands. */
  o: Options
  /** What was piped or redirected in; undefined: the keyboard. Whoever asks has read it. */
  readonly stdin: string | undefined
  /** One line of it, or of the keyboard; undefined at its end. */
  line(prompt?: string, hidden?: boolean): Promise<string | undefined>
  /** What is written is seen on the screen. */
  tty: boolean
  /** Somebody is at the terminal who can end it with ^C. */
  attended: boolean
  shell: Shell
  out(text: string): void
  err(text: string): void
  /** False when it was interrupted meanwhile. */
  sleep(ms: number): Promise<boolean>
  /** A line from the keyboard; undefined when there is none or it was interrupted. */
  ask(prompt: string, hidden?: boolean): Promise<string | undefined>
  /** Another command, with this one’s way out. */
  run(words: string[], stdin?: string): Promise<number>
  /** Leaves this shell, or the one inside. */
  leave(): void
  /** A shell inside this one: as somebody else, or on another node, which looks at the password itself. */
  enter(user: string, there?: { host: Host; proof: Proof }): Promise<boolean>
  /** A line that somebody runs on a node, without a terminal; what it changes is kept. */
  on(host: Host, user: string, line: string): Promise<{ status: number; out: string }>
  /** Writes what was changed on the disk of another node. */
  keep(host: Host, disk: Disk): void
  /** Everything that is on in the scene. */
  hosts(): Host[]
  /** What goes over the wires of the scene while it is listened to. */
  wire: PacketNetwork
  /** The other nodes of the scene by name or address. */
  find(name: string): { host: Host; address: string } | undefined
  /** The disk of another node, as it is now. */
  diskOf(host: Host): Promise<Disk>
  accounts(): PasswdEntry[]
}

export interface Program {
  /** Reads the keyboard where nothing is piped in and it is given no more than so many operands. */
  keyboard?: number | ((o: Options) => number)
  /** One line for `help` and `man`. */
  about: string
  use: string
  /** What its manual says of its options. */
  more?: string
  /** Options it takes (`options.ts`); undefined: it reads its words by a grammar of its own, and refuses by itself. */
  knows: string | undefined
  /** Its words as options write them, where people write them otherwise. */
  spelled?(args: string[]): string[]
  /** Its status where it is told something else; 1 where nothing is said. */
  wrong?: number
  run(c: Cmd): number | Promise<number>
}
export type Programs = Readonly<Record<string, Program>>
