/** Files of recordings below the data folder, one per recording. */
import { createWriteStream, type WriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { type RecordingKind, recordingLimits } from '#src/contract/scene/recording.ts'

const endings: Readonly<Record<RecordingKind, string>> = { terminal: 'cast', desktop: 'webm', screenshot: 'png' }
const folders: Readonly<Record<RecordingKind, string>> = {
  terminal: 'recordings',
  desktop: 'recordings',
  screenshot: 'screenshots',
}

export const recordingFolder = (files: string, kind: RecordingKind): string => path.join(files, folders[kind])
export const recordingFile = (files: string, kind: RecordingKind, id: string): string =>
  path.join(recordingFolder(files, kind), `${id}.${endings[kind]}`)

export const dropRecording = (files: string, kind: RecordingKind, id: string): Promise<void> =>
  fs.rm(recordingFile(files, kind, id), { force: true })

/** Writes a terminal down as it goes: asciicast v2, a line of JSON per event (docs.asciinema.org/manual/asciicast/v2). */
export interface CastWriter {
  readonly bytes: number
  seconds(): number
  out(bytes: Uint8Array): void
  in(bytes: Uint8Array): void
  resize(columns: number, rows: number): void
  end(): Promise<void>
}

export async function startCast(
  files: string,
  id: string,
  o: { columns: number; rows: number; title: string; now(): Date },
): Promise<CastWriter> {
  await fs.mkdir(recordingFolder(files, 'terminal'), { recursive: true })
  const file: WriteStream = createWriteStream(recordingFile(files, 'terminal', id), { flags: 'w' })
  // a full disk ends the recording, not the console
  let open = true
  file.on('error', () => (open = false))
  const began = o.now().getTime()
  let bytes = 0
  const decoders = { o: new TextDecoder(), i: new TextDecoder() }
  const seconds = () => Math.max(0, (o.now().getTime() - began) / 1000)
  const line = (value: unknown) => {
    if (!open) return
    const text = `${JSON.stringify(value)}\n`
    bytes += Buffer.byteLength(text)
    if (bytes > recordingLimits.terminal) open = false
    else file.write(text)
  }
  line({
    version: 2,
    width: o.columns,
    height: o.rows,
    timestamp: Math.floor(began / 1000),
    title: o.title,
    env: { TERM: 'xterm-256color', SHELL: '/bin/bash' },
  })
  const event = (kind: 'o' | 'i', b: Uint8Array) => {
    const text = decoders[kind].decode(b, { stream: true })
    if (text) line([Number(seconds().toFixed(6)), kind, text])
  }
  return {
    get bytes() {
      return bytes
    },
    seconds,
    out: (b) => event('o', b),
    in: (b) => event('i', b),
    resize: (columns, rows) => line([Number(seconds().toFixed(6)), 'r', `${columns}x${rows}`]),
    end: () => new Promise((done) => file.end(done)),
  }
}
