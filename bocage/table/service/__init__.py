"""The web service: connections, requests and live messages, and who may send them."""
