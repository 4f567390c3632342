/**
 * A desktop is recorded where it is drawn: the browser makes a film of the canvas (MediaStream Recording, w3.org/TR/mediastream-recording) and
 * its parts go to the server one after the other while it grows, so that a page that is closed loses the last seconds only.
 */
import type { Recording } from '../../../contract/scene/recording.schema.ts'

export interface RecordCalls {
  begin(width: number, height: number): Promise<Recording>
  part(id: string, offset: number, seconds: number, bytes: Blob): Promise<unknown>
  finish(id: string, seconds: number): Promise<unknown>
}
export interface CanvasRecording {
  id: string
  /** Ends it; settles when the last part is kept, with whether all of it was. */
  stop(): Promise<boolean>
}

/** Frames per second, and milliseconds from part to part. */
const [rate, every] = [10, 5000] as const
const types = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm']

export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && types.some((t) => MediaRecorder.isTypeSupported(t))

/** @param failed hears why the recording ended by itself */
export async function recordCanvas(
  canvas: HTMLCanvasElement,
  calls: RecordCalls,
  failed: (e: unknown) => void,
): Promise<CanvasRecording> {
  const { id } = await calls.begin(Math.max(1, canvas.width), Math.max(1, canvas.height))
  const mimeType = types.find((t) => MediaRecorder.isTypeSupported(t)) ?? 'video/webm'
  const recorder = new MediaRecorder(canvas.captureStream(rate), { mimeType, videoBitsPerSecond: 1_500_000 })
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 100) / 10
  let offset = 0
  let sending: Promise<unknown> = Promise.resolve()
  let broken = false
  recorder.ondataavailable = ({ data }) => {
    if (!data.size || broken) return
    const at = seconds()
    sending = sending.then(async () => {
      if (broken) return
      try {
        await calls.part(id, offset, at, data)
        offset += data.size
      } catch (e) {
        broken = true
        if (recorder.state !== 'inactive') recorder.stop()
        failed(e)
      }
    })
  }
  recorder.start(every)
  return {
    id,
    async stop() {
      const ended = new Promise<void>((done) => recorder.addEventListener('stop', () => done(), { once: true }))
      if (recorder.state !== 'inactive') {
        recorder.stop()
        await ended
      }
      await sending
      if (!broken) await calls.finish(id, seconds())
      return !broken
    },
  }
}
