import { defineConfig } from "vite";

// The built page goes into the Python package, which serves it. No inline code: the service's CSP forbids it.
export default defineConfig({
  base: "/",
  build: {
    outDir: "../bocage/table/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    sourcemap: false,
  },
});
