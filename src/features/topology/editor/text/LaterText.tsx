export function LaterText(_: { findings: readonly unknown[] }) {
  return null
}
