/** An instant of the wire and the same in the viewer's zone as a `datetime-local` field writes it. */
const two = (n: number) => String(n).padStart(2, '0')

export function toLocal(stamp: string): string {
  const at = new Date(stamp)
  if (stamp === '' || Number.isNaN(at.getTime())) return ''
  const year = String(at.getFullYear()).padStart(4, '0')
  return `${year}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

export function fromLocal(local: string): string | null {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}
