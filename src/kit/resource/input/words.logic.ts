/** Adds what was typed or pasted to a list of words: parts at line breaks, semicolons and commas, trimmed, each once. */
export function addWords(words: readonly string[], typed: string): readonly string[] {
  const parts = typed
    .split(/[\n\r;,，；、]+/)
    .map((p) => p.trim())
    .filter((p) => p !== '')
  const next = [...words]
  for (const p of parts) if (!next.includes(p)) next.push(p)
  return next.length === words.length ? words : next
}
