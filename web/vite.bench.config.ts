import { defineConfig } from "vite";

// The board alone, for measuring and looking at it (benchmarks/frames.py). It is no part of the shipped page.
export default defineConfig({
  build: {
    outDir: "dist/bench",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    rolldownOptions: { input: "bench.html" },
  },
});
