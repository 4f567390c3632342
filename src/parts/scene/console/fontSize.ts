/** Size of the letters of terminals, one for all, kept in this browser. */
import { useState } from 'react'
import { scoped } from '../../../lib/storage.ts'

export const fontSizes = { min: 10, max: 24, usual: 14 } as const

const kept = scoped('local')
const name = 'console-font'

function read(): number {
  const size = Number(kept.get(name))
  return size >= fontSizes.min && size <= fontSizes.max ? size : fontSizes.usual
}

export function useFontSize(): [size: number, set: (size: number) => void] {
  const [size, setSize] = useState(read)
  const set = (next: number) => {
    kept.set(name, String(next))
    setSize(next)
  }
  return [size, set]
}
