import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { stage, words } from '../resource/testing/stage.tsx'
import { useTyped } from './typed.ts'

beforeAll(words)
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

function Box({ place }: { place: string }) {
  const [text, setText] = useTyped(place)
  return <input value={text} onChange={(e) => setText(e.target.value)} />
}
const box = () => screen.getByRole<HTMLInputElement>('textbox')

it('keeps what was typed for its place until it is emptied', () => {
  stage(<Box place="flag:1" />, {})
  fireEvent.change(box(), { target: { value: 'flag{half' } })
  cleanup()
  stage(<Box place="flag:2" />, {})
  expect(box().value).toBe('')
  cleanup()
  stage(<Box place="flag:1" />, {})
  expect(box().value).toBe('flag{half')
  fireEvent.change(box(), { target: { value: '' } })
  cleanup()
  stage(<Box place="flag:1" />, {})
  expect(box().value).toBe('')
})

it('shows the text of the place it is at', () => {
  function Two() {
    const [place, setPlace] = useState('1')
    return (
      <>
        <Box place={`flag:${place}`} />
        <button onClick={() => setPlace('2')}>On</button>
      </>
    )
  }
  stage(<Two />, {})
  fireEvent.change(box(), { target: { value: 'of the first' } })
  fireEvent.click(screen.getByRole('button'))
  expect(box().value).toBe('')
})
