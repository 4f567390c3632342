/** What a key says while marking. Numbers give points, letters lines of the rubric, Shift with a number a remark of the bank. */
export type MarkingCommand =
  | { do: 'type'; key: string }
  | { do: 'line'; n: number }
  | { do: 'remark'; n: number }
  | { do: 'confirm' | 'all' | 'back' | 'forward' | 'skip' | 'matches' | 'write' | 'leave' }

export interface Press {
  key: string
  code: string
  shiftKey: boolean
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
}

/**
 * @param place where the focus is: in a text, on something that Enter presses, or on nothing of the kind
 * @returns undefined for what is not ours
 */
export function markingCommandOf(p: Press, place: 'text' | 'points' | 'button' | 'page'): MarkingCommand | undefined {
  if (p.altKey || p.metaKey) return undefined
  if (p.ctrlKey) return p.key === 'Enter' ? { do: 'confirm' } : undefined
  if (p.key === 'Escape') return place === 'text' || place === 'points' ? { do: 'leave' } : undefined
  if (place === 'text') return undefined
  if (p.key === 'Enter' && p.shiftKey) return { do: 'matches' }
  if (p.key === 'Enter') return place === 'button' ? undefined : { do: 'confirm' }
  // in the field numbers are typed as in any other; what is no number is a command there too
  if (place === 'points' && (/^[0-9.,]$/.test(p.key) || p.key === 'Backspace' || p.key.startsWith('Arrow')))
    return undefined
  if (p.key === 'ArrowLeft') return { do: 'back' }
  if (p.key === 'ArrowRight') return { do: 'forward' }
  // by the place of the key: what Shift makes of a digit is different on every keyboard
  const digit = /^Digit([1-9])$/.exec(p.code)
  if (p.shiftKey && digit) return { do: 'remark', n: Number(digit[1]) - 1 }
  if (p.key === '/') return { do: 'write' }
  if (p.key === '+' || p.key === '=') return { do: 'all' }
  if (p.key === '-') return { do: 'skip' }
  if (/^[0-9.,]$/.test(p.key) || p.key === 'Backspace') return { do: 'type', key: p.key }
  if (/^[a-z]$/i.test(p.key)) return { do: 'line', n: p.key.toLowerCase().charCodeAt(0) - 97 }
  return undefined
}

/** The keys as the page explains them. */
export const keyHelp = [
  { keys: '0…9', what: 'points' },
  { keys: '.', what: 'half' },
  { keys: '+', what: 'all' },
  { keys: 'A…Z', what: 'line' },
  { keys: 'Shift+1…9', what: 'remark' },
  { keys: '/', what: 'write' },
  { keys: 'Shift+Enter', what: 'matches' },
  { keys: 'Enter', what: 'confirm' },
  { keys: '←', what: 'back' },
  { keys: '→', what: 'forward' },
  { keys: '-', what: 'skip' },
] as const
