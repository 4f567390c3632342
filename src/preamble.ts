// In a host the script that installs React's refresh hook is not run; this has to be the first import of the entry.
import '@vitejs/plugin-react/preamble'
