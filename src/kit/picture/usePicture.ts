import { useSettings } from '../session/use.ts'

/** Address of a picture by its name in the store; undefined for none. */
export function usePicture(): (name: string | undefined) => string | undefined {
  const { api, root } = useSettings()
  return (name) => (name ? new URL(`${api.replace(/\/$/, '')}/pictures/${name}`, root).href : undefined)
}
