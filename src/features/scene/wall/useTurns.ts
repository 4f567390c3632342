/** A wall with more panes than fit shows them in turn, until somebody holds it or asks for the next by hand. */
import { useEffect, useState } from 'react'
import { useNow } from '../../../ui/data/useNow.ts'
import { turnEvery } from './wall.logic.ts'

/** Whoever wants nothing to move by itself turns it themselves. */
const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches
/** Where letters are typed they mean themselves. */
const isTyped = (e: KeyboardEvent) =>
  e.ctrlKey ||
  e.metaKey ||
  e.altKey ||
  (e.target instanceof Element &&
    e.target.closest('input, textarea, select, [contenteditable], [role=listbox]') !== null)

interface WallTurns {
  page: number
  held: boolean
  hold: () => void
  next: () => void
}
/** P holds it and lets it go on. */
export function useTurns(pages: number): WallTurns {
  const [held, setHeld] = useState(still)
  const [by, setBy] = useState(0)
  const now = useNow(held || pages < 2 ? 0 : turnEvery)
  const turn = Math.floor(now.getTime() / turnEvery)
  const [first] = useState(turn)
  useEffect(() => {
    if (pages < 2) return
    const press = (e: KeyboardEvent) => {
      if (e.key.toLowerCase() === 'p' && !e.repeat && !isTyped(e)) setHeld((was) => !was)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [pages])
  return {
    page: (turn - first + by) % pages,
    held,
    hold: () => setHeld(!held),
    next: () => setBy(by + 1),
  }
}
