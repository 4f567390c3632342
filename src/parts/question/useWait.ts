import { useNow } from '../../ui/data/useNow.ts'

/** Seconds until another flag is taken. @param heard when the wait was told, by the clock of this computer */
export function useWait({ wait, heard }: { wait: number; heard: number }): number {
  const now = useNow(wait > 0 ? 1000 : 0)
  return wait > 0 ? Math.max(0, Math.ceil(wait - Math.max(0, now.getTime() - heard) / 1000)) : 0
}
