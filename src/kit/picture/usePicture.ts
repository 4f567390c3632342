import { useSettings } from '../session/use.ts'

/** Address below which the store serves pictures; a slash at its end. */
export function usePictures(): string {
  const { api, root } = useSettings()
  return new URL(`${api.replace(/\/$/, '')}/pictures/`, root).href
}

/** Address of a picture by its name in the store; undefined for none. */
export function usePicture(): (name: string | undefined) => string | undefined {
  const base = usePictures()
  return (name) => (name ? base + name : undefined)
}
