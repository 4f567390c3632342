/** A recording that ends goes into the report beside which it was made, by the click that ends it or when its console is closed. */
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { stage, words } from '../../../kit/resource/testing/stage.tsx'
import { ConsoleTools } from './ConsoleTools.tsx'
import { ConsoleKeepingProvider } from './keeping.ts'

class Recorder extends EventTarget {
  static isTypeSupported = () => true
  state = 'inactive'
  ondataavailable: ((e: { data: Blob }) => void) | null = null
  start() {
    this.state = 'recording'
  }
  stop() {
    this.state = 'inactive'
    this.ondataavailable?.({ data: new Blob(['film']) })
    this.dispatchEvent(new Event('stop'))
  }
}
beforeAll(async () => {
  await words()
  await Promise.all((['console', 'scene'] as const).map(loadMessages))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const wanted = { id: 'c1', scene: 's1', node: 'n1', kind: 'desktop' as const, shadow: false }
const canvas = Object.assign(document.createElement('canvas'), { captureStream: () => ({}) })
const desktop = { current: { canvas: () => canvas, focus: () => undefined } }
function desk(part: unknown = {}) {
  vi.stubGlobal('MediaRecorder', Recorder)
  const keeping = { onPicture: vi.fn(), onRecording: vi.fn(), onLines: vi.fn() }
  const view = stage(
    <ConsoleKeepingProvider value={keeping}>
      <ConsoleTools
        state={{ wanted, phase: { at: 'open' } } as never}
        name="desk"
        place={{ current: document.createElement('div') }}
        terminal={{ current: null }}
        desktop={desktop as never}
        size={{ fontSize: 14, setFontSize: vi.fn(), scaled: true, setScaled: vi.fn() }}
      />
    </ConsoleKeepingProvider>,
    {
      'POST /recordings': { id: 'r1' },
      'PATCH /recordings/:id': part,
      'POST /recordings/:id/finish': {},
    },
  )
  return { keeping, view }
}
const begin = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Record' }))
  return screen.findByRole('button', { name: 'Stop recording and add it to the report' })
}

it('the click that ends it adds it', async () => {
  const { keeping, view } = desk()
  fireEvent.click(await begin())
  await waitFor(() => expect(keeping.onRecording).toHaveBeenCalledWith('r1'))
  expect(view.of('POST /recordings/:id/finish')).toHaveLength(1)
})

it('a console that is closed while it is recorded adds it too', async () => {
  const { keeping } = desk()
  await begin()
  await act(async () => cleanup())
  await waitFor(() => expect(keeping.onRecording).toHaveBeenCalledWith('r1'))
})

it('one that was not kept to its end is not added', async () => {
  const { keeping, view } = desk(new Error('gone'))
  fireEvent.click(await begin())
  await screen.findByRole('button', { name: 'Record' })
  expect(view.of('POST /recordings/:id/finish')).toEqual([])
  expect(keeping.onRecording).not.toHaveBeenCalled()
})
