import { useSettings } from '../session/use.ts'

const placeOf = ({ api, root }: ReturnType<typeof useSettings>): string =>
  new URL(`${api.replace(/\/$/, '')}/pictures/`, root).href

/** Address below which the store serves pictures; a slash at its end. */
export const usePictures = (): string => placeOf(useSettings())

/** Address of a picture by its name in the store; undefined for none. */
export function usePicture(): (name: string | undefined) => string | undefined {
  const settings = useSettings()
  return (name) => (name ? placeOf(settings) + name : undefined)
}
