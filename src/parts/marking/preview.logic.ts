/** Which files of an answer are shown beside it, and as what; the rest is fetched. */
export type Preview = { as: 'picture'; type: string } | { as: 'text' }

const pictures: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
}
const texts = new Set(
  'txt md markdown log csv tsv json jsonl xml yml yaml toml ini conf cfg sh bash ps1 bat py js ts c h cpp go rs java rb php pl sql html css diff patch'.split(
    ' ',
  ),
)
/** Bytes beyond which nothing is shown in the page. */
const most = { picture: 10 * 2 ** 20, text: 512 * 2 ** 10 }

export function previewOf({ name, size }: { name: string; size: number }): Preview | undefined {
  const end = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const type = pictures[end]
  if (type !== undefined) return size <= most.picture ? { as: 'picture', type } : undefined
  return texts.has(end) && size <= most.text ? { as: 'text' } : undefined
}
