/** One sending of a file by tus, as a channel of what happens; closing it stops the bytes. The library is loaded with the first file. */
import { buffers, type EventChannel, eventChannel } from 'redux-saga'
import type { Upload } from 'tus-js-client'
import type { AppProblem } from '../../lib/problem.ts'

export type UploadEvent = { is: 'sent'; bytes: number } | { is: 'done' } | { is: 'broken'; problem: AppProblem }
export interface TusUpload {
  url: string
  file: Blob
  /** Bytes of a request. */
  part: number
  token: string | undefined
}
export type SendFile = (sending: TusUpload) => EventChannel<UploadEvent>

interface Answered {
  originalResponse?: { getStatus(): number; getBody(): string; getHeader(name: string): string | undefined } | null
}

/** The problem our server told, or that none came through. */
function problemOfTus(error: Error & Answered): AppProblem {
  const answer = error.originalResponse
  if (!answer) return { code: 'network', status: 0, request_id: '' }
  const status = answer.getStatus()
  let told: Partial<AppProblem> = {}
  try {
    told = JSON.parse(answer.getBody())
  } catch {
    told = {}
  }
  // an answer to HEAD has no words
  const code = told.code ?? (status === 401 ? 'unauthenticated' : status === 404 ? 'not_found' : 'busy')
  return {
    code,
    status,
    request_id: told.request_id ?? answer.getHeader('x-request-id') ?? '',
    ...(told.details ? { details: told.details } : {}),
  }
}

export const sendByTus: SendFile = ({ url, file, part, token }) =>
  eventChannel<UploadEvent>((tell) => {
    let upload: Upload | undefined
    let over = false
    void import('tus-js-client')
      .then(({ Upload: Tus }) => {
        if (over) return
        upload = new Tus(file, {
          uploadUrl: url,
          chunkSize: part,
          retryDelays: null,
          storeFingerprintForResuming: false,
          headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
          onProgress: (bytes) => tell({ is: 'sent', bytes }),
          onSuccess: () => tell({ is: 'done' }),
          onError: (error) => tell({ is: 'broken', problem: problemOfTus(error as Error & Answered) }),
        })
        upload.start()
      })
      .catch(() => tell({ is: 'broken', problem: { code: 'network', status: 0, request_id: '' } }))
    return () => {
      over = true
      void upload?.abort().catch(() => undefined)
    }
  }, buffers.sliding(8))
