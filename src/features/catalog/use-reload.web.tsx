import { useNavigate, useNavigation } from 'react-router'

/** Asks for this page's list again, and for nothing else: what surrounds it stands, whatever becomes of the call. */
export function useReload() {
  const navigate = useNavigate()
  const isLoading = useNavigation().state === 'loading'
  const reload = () => {
    const { pathname, search } = window.location
    void navigate(pathname + search, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false })
  }
  return { reload, isLoading }
}
