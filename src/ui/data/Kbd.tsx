import './Kbd.css'

/** Keys as they stand on the keyboard: `Ctrl+K`; the last may be the plus itself. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className="mg-kbd">
      {keys.split(/\+(?=.)/).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </kbd>
  )
}
