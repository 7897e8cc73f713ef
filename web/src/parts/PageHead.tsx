import type { JSX } from "preact";
import { Link } from "./route";
import { ThemeSwitch } from "./Theme";

/** The head of every page but the table: the way home and the colours. */
export function PageHead(): JSX.Element {
  return (
    <header class="page-head">
      <a class="skip-link" href="#main" onClick={skip}>
        To the content
      </a>
      <Link to="/" class="wordmark" aria-label="Bocage: to the start page">
        <svg width="26" height="28" viewBox="0 0 26 28" aria-hidden="true">
          <path d="M13 1l11.3 6.5v13L13 27 1.7 20.5v-13z" fill="var(--accent)" />
          <path d="M6 18.5h14M6 18.5v-9h14v9M6 9.5l14 9M20 9.5l-14 9" fill="none" stroke="var(--on-accent)" stroke-width="1.6" />
        </svg>
        Bocage
      </Link>
      <ThemeSwitch />
    </header>
  );
}

// The address keeps what is behind its "#" for cases, so the way to the content is gone by hand.
function skip(event: MouseEvent): void {
  event.preventDefault();
  const main = document.getElementById("main");
  if (!main) return;
  main.tabIndex = -1;
  main.focus();
}
