import { useEffect, useMemo, useState } from 'react'
import { createPlayer, type Player, type PlayerState } from './player.ts'

/** A player for as long as the caller is on the page, and where it is. */
export function usePlayer(): [Player, PlayerState] {
  const player = useMemo(() => createPlayer(), [])
  const [state, setState] = useState(player.state)
  useEffect(() => {
    const leave = player.watch(setState)
    return () => {
      leave()
      player.pause()
    }
  }, [player])
  return [player, state]
}
