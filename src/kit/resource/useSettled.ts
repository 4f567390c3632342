import { useEffect, useState } from 'react'

/** The text once nothing was typed for so many milliseconds; an empty one at once. */
export function useSettled(text: string, pause: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return text === '' ? '' : settled
}
